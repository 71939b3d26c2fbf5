--[[ enqueue-due: make ids of one partition known to the dispatchers.

  KEYS  1 due    zset  member -> wake_at       epoch ms
        2 claim  zset  member -> end of claim  epoch ms
  ARGV  1 pairs  json  [score, member, score, member, ...]  at most 1000 pairs
  REPLY how many members were added or moved to an earlier score
  CLOCK none
  KEEPS a score only ever moves earlier ("later" is the row's to decide when the id is claimed);
        a member is in at most one of due, claim: one under a claim is left alone
  COST  O(n log m)
]]
local due, claim = KEYS[1], KEYS[2]
local pairs_ = cjson.decode(ARGV[1])

local moved = 0
for i = 1, #pairs_, 2 do
  local score, member = pairs_[i], pairs_[i + 1]
  if not redis.call('ZSCORE', claim, member) then
    moved = moved + redis.call('ZADD', due, 'LT', 'CH', string.format('%.0f', score), member)
  end
end
return moved
