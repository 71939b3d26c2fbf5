--[[ finish-load: declare one partition fully loaded, if this load is still its own.

  KEYS  1 loading  str  the load that is under way
        2 epoch    str  '<run id>:<load id>' of the last complete load
  ARGV  1 load_id  str  the caller's load
        2 epoch    str  what the epoch becomes
  REPLY 1 declared, 0 not: the keys were lost or another load began since
  CLOCK none
  KEEPS an epoch exists only in a Redis that holds everything its load enqueued
  COST  O(1)
]]
local loading, epoch = KEYS[1], KEYS[2]
local load_id, new_epoch = ARGV[1], ARGV[2]

if redis.call('GET', loading) ~= load_id then return 0 end
redis.call('SET', epoch, new_epoch)
redis.call('DEL', loading)
return 1
