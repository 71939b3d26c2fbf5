--[[ look-at-lanes: what claim-due would find in each partition, without claiming.

  KEYS  due, claim, epoch of each partition in turn, as for claim-due
  ARGV  1 ahead_ms  int   database clock minus this Redis clock
  REPLY { now, then for each partition: epoch or '', next or '' }
        next: when the first of due wakes or the first claim ends, whichever is sooner
  CLOCK as claim-due
  KEEPS writes nothing
  COST  O(partitions * log n); the only script over several hash tags: in a Cluster it is for each node's partitions
]]
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[1])
local reply = { string.format('%.0f', now_ms) }
for i = 1, #KEYS, 3 do
  local next_up = redis.call('ZRANGE', KEYS[i], 0, 0, 'WITHSCORES')[2]
  local next_end = redis.call('ZRANGE', KEYS[i + 1], 0, 0, 'WITHSCORES')[2]
  if next_end and (not next_up or tonumber(next_end) < tonumber(next_up)) then next_up = next_end end
  reply[#reply + 1] = redis.call('GET', KEYS[i + 2]) or ''
  reply[#reply + 1] = next_up or ''
end

return reply
