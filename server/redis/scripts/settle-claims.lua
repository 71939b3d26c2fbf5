--[[ settle-claims: end a dispatcher's claim on ids of one partition.

  KEYS  1 due      zset  member -> wake_at       epoch ms
        2 claim    zset  member -> end of claim  epoch ms
  ARGV  1 done     json  [member, ...]                       final or gone: forget them
        2 back     json  [wake_at, member, wake_at, member, ...]  not yet due or to be tried again
  REPLY how many claims ended
  CLOCK none
  KEEPS a member is in at most one of due, claim; an id that goes back never moves later than due already has it
  COST  O(n log m)
]]
local due, claim = KEYS[1], KEYS[2]
local done, back = cjson.decode(ARGV[1]), cjson.decode(ARGV[2])

local ended = 0
if #done > 0 then ended = redis.call('ZREM', claim, unpack(done)) end
for i = 1, #back, 2 do
  ended = ended + redis.call('ZREM', claim, back[i + 1])
  redis.call('ZADD', due, 'LT', string.format('%.0f', back[i]), back[i + 1])
end
return ended
