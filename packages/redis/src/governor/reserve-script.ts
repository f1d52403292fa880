/**
 * Grants one call under all its budgets, atomically, and answers when it may start. Three keys for each budget:
 * the sorted set of granted starts (member: reservation, score: time in ms), the time until which it is blocked, and
 * the limit learned from the vendor.
 *
 * ARGV: reservation id, the time now ('' = Redis' clock, which all replicas share), the start granted before when the
 * caller comes back after its wait ('' = first call), then limit and window in ms for each budget.
 * Answers: ms to wait, granted start, index of the budget that decided (0 = none), 1 when it decided by a block.
 */
export const reserveScript = `
local id, now, previous = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

local budgets, blocked, blocked_by = {}, 0, 0
for index = 1, #KEYS / 3 do
  local log, block, learned = KEYS[index * 3 - 2], KEYS[index * 3 - 1], KEYS[index * 3]
  local untill = tonumber(redis.call('GET', block) or 0)
  if untill > blocked then blocked, blocked_by = untill, index end
  budgets[index] = {
    log = log,
    limit = tonumber(redis.call('GET', learned) or ARGV[2 + index * 2]),
    window = tonumber(ARGV[3 + index * 2]),
  }
end

if previous then
  if blocked <= previous then return {0, previous, 0, 0} end
  for _, budget in ipairs(budgets) do redis.call('ZREM', budget.log, id) end
end

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
return {start - now, start, decided, by_block}
`;
