/**
 * Grants one call under all its budgets, atomically, and answers when it may start. Two keys for each budget: the sorted
 * set of granted starts (member: reservation, score: time in ms), and the hash of what is known of it: `limit` as learned
 * from the vendor, and a `BudgetState`.
 *
 * ARGV: reservation id, the time now ('' = Redis' clock, which all replicas share), the start granted before when the
 * caller comes back after its wait ('' = first call), in ms: how long a single call is waited for, how soon to look again,
 * and after what time a narrowed limit is widened; then limit and window in ms for each budget.
 * Answers: ms to wait, granted start (-1 = none, come again), index of the budget that decided (0 = none), 1 when it
 * decided by a block.
 */
export const reserveScript = `
local id, now, previous = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local probe_ms, look_again_ms, widen_ms = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local budgets, blocked, blocked_by, probed_by = {}, 0, 0, 0
for index = 1, #KEYS / 2 do
  local log, known = KEYS[index * 2 - 1], KEYS[index * 2]
  local limit, until_, to, at, refusals, suspect, probe = unpack(redis.call('HMGET', known, 'limit', 'blockedUntil',
    'narrowedTo', 'narrowedAt', 'refusals', 'suspectedBy', 'probeUntil'))
  limit, at = tonumber(limit or ARGV[5 + index * 2]), tonumber(at or 0)
  if at > 0 then
    local steps = math.floor((now - at) / widen_ms)
    limit = math.max(1, math.min(limit, to + steps * math.max(1, math.floor(limit / 10))))
  end
  if tonumber(until_ or 0) > blocked then blocked, blocked_by = tonumber(until_), index end
  local probed = tonumber(refusals or 0) > 0 or (suspect or '') ~= ''
  if probed and tonumber(probe or 0) > now then probed_by = index end
  budgets[index] = { log = log, known = known, limit = limit, window = tonumber(ARGV[6 + index * 2]), probed = probed }
end

local function go(start)
  for _, budget in ipairs(budgets) do
    if budget.probed then
      redis.call('HSET', budget.known, 'probeUntil', now + probe_ms)
      redis.call('HINCRBY', budget.known, 'version', 1)
    end
  end
  return {0, start, 0, 0}
end

if previous then
  if blocked <= previous and probed_by == 0 then return go(previous) end
  for _, budget in ipairs(budgets) do redis.call('ZREM', budget.log, id) end
end
if probed_by > 0 and blocked <= now then return {look_again_ms, -1, probed_by, 1} end

local start, decided, by_block = now, 0, 0
if blocked > start then start, decided, by_block = blocked, blocked_by, 1 end

for _, budget in ipairs(budgets) do
  redis.call('ZREMRANGEBYSCORE', budget.log, '-inf', now - budget.window)
  local flat, starts = redis.call('ZRANGE', budget.log, 0, -1, 'WITHSCORES'), {}
  for position = 2, #flat, 2 do starts[position / 2] = tonumber(flat[position]) end
  budget.starts = starts
end

local moved = true
while moved do
  moved = false
  for index, budget in ipairs(budgets) do
    local starts, limit, window = budget.starts, budget.limit, budget.window
    for first = 1, #starts - limit + 1 do
      local earliest, latest = starts[first], starts[first + limit - 1]
      local together = latest - earliest < window
      if together and start > latest - window and start < earliest + window then
        start, decided, by_block, moved = earliest + window, index, 0, true
      end
    end
  end
end

for _, budget in ipairs(budgets) do
  redis.call('ZADD', budget.log, start, id)
  local last = math.max(start, budget.starts[#budget.starts] or 0)
  redis.call('PEXPIRE', budget.log, last - now + budget.window * 2)
end
if start <= now then return go(start) end
return {start - now, start, decided, by_block}
`;
