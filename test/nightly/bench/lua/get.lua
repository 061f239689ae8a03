-- GET of addresses drawn at random. Arguments: key, file with what stands behind the address, one a line, such as ?page=2.
dofile('report.lua')

local requests = {}

function init(args)
  math.randomseed(7)
  local headers = { ['OSDI-API-Token'] = args[1] }
  for behind in io.lines(args[2]) do
    requests[#requests + 1] = wrk.format('GET', wrk.path .. behind, headers)
  end
end

function request()
  return requests[math.random(#requests)]
end
