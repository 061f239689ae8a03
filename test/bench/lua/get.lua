-- GET of pages drawn at random. Arguments: key, number of pages.
dofile('report.lua')

local requests = {}

function init(args)
  math.randomseed(7)
  local headers = { ['OSDI-API-Token'] = args[1] }
  for page = 1, tonumber(args[2]) do
    requests[page] = wrk.format('GET', wrk.path .. '?page=' .. page, headers)
  end
end

function request()
  return requests[math.random(#requests)]
end
