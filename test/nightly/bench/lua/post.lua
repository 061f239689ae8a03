-- POST of new events. Arguments: key, a name of this run that keeps its identifiers apart from those of other runs.
dofile('report.lua')
local event = dofile('event.lua')

local headers = { ['Content-Type'] = 'application/json' }
local run
local number = 0

function init(args)
  headers['OSDI-API-Token'] = args[1]
  run = args[2]
end

function request()
  number = number + 1
  return wrk.format('POST', nil, headers, event(run, number))
end
