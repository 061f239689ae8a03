-- A mixed load: of 100 requests 60 GET a page, 30 an event, 8 change an event, 2 make one. All drawn at random.
-- Arguments: key, number of pages, name of this run, file with one id of an event a line.
dofile('report.lua')
local event = dofile('event.lua')

local get, send = {}, { ['Content-Type'] = 'application/json' }
local ids = {}
local pages, run
local number = 0

function init(args)
  math.randomseed(7)
  get['OSDI-API-Token'], send['OSDI-API-Token'] = args[1], args[1]
  pages, run = tonumber(args[2]), args[3]
  for id in io.lines(args[4]) do ids[#ids + 1] = id end
end

local function one()
  return wrk.path .. '/' .. ids[math.random(#ids)]
end

function request()
  number = number + 1
  local drawn = math.random(100)
  if drawn <= 60 then return wrk.format('GET', wrk.path .. '?page=' .. math.random(pages), get) end
  if drawn <= 90 then return wrk.format('GET', one(), get) end
  if drawn <= 98 then return wrk.format('PUT', one(), send, '{"title":"Moved, no. ' .. number .. '"}') end
  return wrk.format('POST', nil, send, event(run, number))
end
