-- POST of new events. Arguments: key, file with the body in which NUMBER stands for what differs, name of this run.
dofile('report.lua')

local headers = { ['Content-Type'] = 'application/json' }
local number = 0
local body, run

function init(args)
  headers['OSDI-API-Token'] = args[1]
  body = io.open(args[2]):read('*a')
  run = args[3]
end

function request()
  number = number + 1
  return wrk.format('POST', nil, headers, (body:gsub('NUMBER', run .. '0' .. number)))
end
