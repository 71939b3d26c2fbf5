--[[ claim-due: hand up to `limit` due ids of one partition to one dispatcher, atomically.

  KEYS  1 due       zset  member -> wake_at       epoch ms
        2 claim     zset  member -> end of claim  epoch ms
        3 epoch     str   '<run id>:<load id>' once the partition is fully loaded
  ARGV  1 limit     int   1..500
        2 claim_ms  int   how long the caller may hold what it gets
        3 ahead_ms  int   database clock minus this Redis clock
  REPLY { epoch or '', now, next or '', members returned from a run-out claim, members newly due }
        next: when the first of due wakes or the first claim ends, whichever is sooner
        both lists empty while an earlier claim of this partition is alive
  CLOCK Redis TIME + ahead_ms, so every dispatcher shares the database's clock
  KEEPS a member is in at most one of due, claim; concurrent batches never share a partition
  COST  O((limit + 1) * log n); the three keys share one {partition} hash tag
]]
local due, claim, epoch = KEYS[1], KEYS[2], KEYS[3]
local limit, claim_ms, ahead_ms = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000) + ahead_ms
local until_ms = string.format('%.0f', now_ms + claim_ms)
local now = string.format('%.0f', now_ms)

local run_out = redis.call('ZRANGE', claim, '-inf', now, 'BYSCORE', 'LIMIT', 0, limit)
local fresh = {}
if #run_out == 0 and redis.call('ZCARD', claim) == 0 then
  fresh = redis.call('ZRANGE', due, '-inf', now, 'BYSCORE', 'LIMIT', 0, limit)
end
local function hold(members)
  local pairs_ = {}
  for i, member in ipairs(members) do pairs_[2 * i - 1], pairs_[2 * i] = until_ms, member end
  if #pairs_ > 0 then redis.call('ZADD', claim, unpack(pairs_)) end
end
hold(run_out)
hold(fresh)
if #fresh > 0 then redis.call('ZREM', due, unpack(fresh)) end
local next_up = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2]
local next_end = redis.call('ZRANGE', claim, 0, 0, 'WITHSCORES')[2]
if next_end and (not next_up or tonumber(next_end) < tonumber(next_up)) then next_up = next_end end

return { redis.call('GET', epoch) or '', now, next_up or '', run_out, fresh }
