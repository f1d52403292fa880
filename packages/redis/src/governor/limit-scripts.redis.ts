/**
 * Lets one call go under all its budgets, atomically, or answers when it is to come back. Two keys for each budget: the
 * sorted set of its calls (score: time in ms; member: `<id>` of one that is gone, `<asked at> <id>` of one that waits), and
 * the hash of what is known of it: `limit` as learned from the vendor, and a `BudgetState`.
 *
 * ARGV: reservation id, the time now ('' = Redis' clock, which all replicas share), when the caller asked first ('' = now),
 * in ms: how long a single call is waited for, how soon to look again, and after what time a narrowed limit is widened;
 * then limit and window in ms for each budget.
 * Answers: ms to wait, the start (-1 = no place, come again), when the caller asked first, index of the budget that decided
 * (0 = none), 1 when it decided by a block, 1 when the call goes alone.
 */
export const reserveScript = `
local id, now, asked = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local probe_ms, look_again_ms, widen_ms = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local first_time = not asked
asked = asked or now
local waiting = asked .. ' ' .. id

local budgets, blocked, blocked_by, probed_by, probes = {}, 0, 0, 0, 0
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
  if probed then probes = 1 end
  if probed and tonumber(probe or 0) > now then probed_by = index end
  budgets[index] = { log = log, known = known, limit = limit, window = tonumber(ARGV[6 + index * 2]), probed = probed }
  if not first_time then redis.call('ZREM', log, id, waiting) end
end
if probed_by > 0 and blocked <= now then return {look_again_ms, -1, asked, probed_by, 1, 0} end

local function has_turn_before(member)
  local its_asked, its_id = string.match(member, '^(%d+) (.+)$')
  if first_time or not its_asked then return true end
  return tonumber(its_asked) < asked or (tonumber(its_asked) == asked and its_id < id)
end

for _, budget in ipairs(budgets) do
  redis.call('ZREMRANGEBYSCORE', budget.log, '-inf', now - budget.window)
  local flat = redis.call('ZRANGE', budget.log, 0, -1, 'WITHSCORES')
  budget.starts, budget.last = {}, tonumber(flat[#flat] or 0)
  for position = 1, #flat, 2 do
    if has_turn_before(flat[position]) then table.insert(budget.starts, tonumber(flat[position + 1])) end
  end
end

local start, decided, by_block = now, 0, 0
if blocked > start then start, decided, by_block = blocked, blocked_by, 1 end
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

local goes = start <= now
for _, budget in ipairs(budgets) do
  redis.call('ZADD', budget.log, start, goes and id or waiting)
  redis.call('PEXPIRE', budget.log, math.max(start, budget.last) - now + budget.window * 2)
  if goes and budget.probed then
    redis.call('HSET', budget.known, 'probeUntil', now + probe_ms)
    redis.call('HINCRBY', budget.known, 'version', 1)
  end
end
return {start - now, start, asked, decided, by_block, goes and probes or 0}
`;

/** Raises the block's end, never lowers it. */
export const blockScript = `
local time = redis.call('TIME')
local now = tonumber(ARGV[2]) or time[1] * 1000 + math.floor(time[2] / 1000)
local ends = now + ARGV[1]
if ends > tonumber(redis.call('HGET', KEYS[1], 'blockedUntil') or 0) then
  redis.call('HSET', KEYS[1], 'blockedUntil', ends)
  redis.call('HINCRBY', KEYS[1], 'version', 1)
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 0
`;

/** Answers the time in ms, as exactly as Redis knows it, and, for each budget, its hash. */
export const readScript = `
local time = redis.call('TIME')
local answer = { string.format('%.3f', time[1] * 1000 + time[2] / 1000) }
for index = 1, #KEYS do answer[index + 1] = redis.call('HGETALL', KEYS[index]) end
return answer
`;

/** Replaces states that have not been changed since they were read. ARGV: how long they are kept, then version and state as JSON. */
export const replaceScript = `
for index = 1, #KEYS do
  if (redis.call('HGET', KEYS[index], 'version') or '0') ~= ARGV[index * 2] then return 0 end
end
for index = 1, #KEYS do
  for name, value in pairs(cjson.decode(ARGV[index * 2 + 1])) do redis.call('HSET', KEYS[index], name, value) end
  redis.call('HINCRBY', KEYS[index], 'version', 1)
  redis.call('PEXPIRE', KEYS[index], ARGV[1])
end
return 1
`;
