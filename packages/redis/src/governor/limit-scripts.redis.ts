import { aScript } from '../run-script.ts';

/** The start of scripts that need the time: Redis' clock, which all replicas share, unless a test passes another. */
const timeNow = `
local function time_now(given)
  if given then return given end
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

/** Gives sync its share of a budget for a while; what is known of the budget is kept at least as long. */
const announce = `
local function announce(known, now, active_ms)
  redis.call('HSET', known, 'syncUntil', now + active_ms)
  if redis.call('PTTL', known) < active_ms then redis.call('PEXPIRE', known, active_ms) end
end
`;

/**
 * Lets one call go under all its budgets, atomically, or answers when it is to come back. Two keys for each budget: the
 * sorted set of its calls (score: time in ms; member: `gone <priority> <id> <company>`, or
 * `<asked at> <priority> <id> <company>` of one that waits), and the hash of what is known of it: `limit` as learned from the
 * vendor, `syncUntil`, and a `BudgetState`. Its order is that of `call-order.ts`, its shares are those of `shares.ts`.
 *
 * ARGV: a `ReserveQuestion` as JSON.
 * Answers: ms to wait, the start (-1 = no place, come again), when the caller asked first, index of the budget that decided
 * (0 = none), what decided (0 = used up, 1 = a block, 2 = the rest of the day is reserved), 1 when the call goes alone.
 */
export const reserveScript = aScript(`
${timeNow}
${announce}
local people, sync, migration, background = 0, 1, 2, 3
local call = cjson.decode(ARGV[1])
local now = time_now(call.now)
local first_time = not call.askedAt
local asked = call.askedAt or now
local id, priority, company = call.id, call.priority, call.company
local yields = priority >= migration
local waiting_member = string.format('%.0f %d %s %s', asked, priority, id, company)
local gone_member = string.format('gone %d %s %s', priority, id, company)

local function rank_of(its_priority, its_asked)
  if its_priority == background and now - its_asked >= call.agedMs then return migration end
  return its_priority
end
local rank = rank_of(priority, asked)

local budgets, blocked, blocked_by, block, probed_by, probes = {}, 0, 0, 0, 0, 0
for index, asked_of in ipairs(call.budgets) do
  local log, known = KEYS[index * 2 - 1], KEYS[index * 2]
  if priority == sync then announce(known, now, call.syncActiveMs) end
  local limit, until_, reserved, to, at, refusals, suspect, probe, sync_until = unpack(redis.call('HMGET', known, 'limit',
    'blockedUntil', 'reservedUntil', 'narrowedTo', 'narrowedAt', 'refusals', 'suspectedBy', 'probeUntil', 'syncUntil'))
  limit, at = tonumber(limit or asked_of.limit), tonumber(at or 0)
  if at > 0 then
    local steps = math.floor((now - at) / call.widenMs)
    limit = math.max(1, math.min(limit, to + steps * math.max(1, math.floor(limit / 10))))
  end
  if tonumber(until_ or 0) > blocked then blocked, blocked_by, block = tonumber(until_), index, 1 end
  if yields and tonumber(reserved or 0) > blocked then blocked, blocked_by, block = tonumber(reserved), index, 2 end
  local probed = tonumber(refusals or 0) > 0 or (suspect or '') ~= ''
  if probed then probes = 1 end
  if probed and tonumber(probe or 0) > now then probed_by = index end
  local windows = limit < 2 and 5 or 1
  budgets[index] = { log = log, known = known, limit = limit, window = asked_of.windowMs, kind = asked_of.kind,
    windows = windows, fifth = math.ceil(limit * windows / 5),
    probed = probed, sync_is_active = tonumber(sync_until or 0) > now,
    remembered = math.ceil(asked_of.windowMs * math.max(1, 20 / limit)) }
  if not first_time then redis.call('ZREM', log, gone_member, waiting_member) end
end
if probed_by > 0 and blocked <= now then return {call.lookAgainMs, -1, asked, probed_by, 1, 0} end

local function is_sync(place) return place.priority == sync end
local function is_migration(place) return place.priority == migration end
local function is_background(place) return place.priority == background end
local function is_other(place) return place.priority ~= sync end

local function bounds_of(budget, migrates)
  local limit, window, bounds = budget.limit, budget.window, {}
  local function keep(which, at_most, ms) table.insert(bounds, { which = which, limit = at_most, window = ms }) end
  if budget.kind == 'pace' then return bounds end
  if priority == sync and migrates then
    keep(is_sync, limit * budget.windows - budget.fifth, window * budget.windows)
  end
  if yields and budget.sync_is_active then
    local left = limit < 2 and limit or limit - math.ceil(limit / 10)
    local parts = math.max(call.minParts, math.floor(window / call.partMs))
    keep(is_other, left, window)
    keep(is_other, math.ceil(left / parts), math.ceil(window / parts))
  end
  if priority == background then
    local parts = budget.kind == 'own' and 20 or 6
    local calls_of = math.ceil(limit / parts)
    keep(is_background, calls_of, math.ceil(window * calls_of * parts / limit))
  end
  return bounds
end

-- Where fewer calls are in the log than any bound allows, none of them holds this one up: the log need not be read.
local function has_room(budget)
  local least, longest = budget.limit, budget.window
  for _, bound in ipairs(bounds_of(budget, true)) do
    least, longest = math.min(least, bound.limit), math.max(longest, bound.window)
  end
  return redis.call('ZCOUNT', budget.log, now - longest, '+inf') < least
end

local start, decided, by = now, 0, 0
if blocked > start then start, decided, by = blocked, blocked_by, block end
local all_have_room = true
for _, budget in ipairs(budgets) do
  redis.call('ZREMRANGEBYSCORE', budget.log, '-inf', now - budget.remembered)
  all_have_room = all_have_room and has_room(budget)
end

if not all_have_room then
  local function read(budget)
    local flat = redis.call('ZRANGE', budget.log, 0, -1, 'WITHSCORES')
    local places, is_shared = {}, budget.kind == 'shared'
    for position = 1, #flat, 2 do
      local member, at = flat[position], tonumber(flat[position + 1])
      if string.sub(member, 1, 5) == 'gone ' then
        local its_priority = string.byte(member, 6) - 48
        table.insert(places, { at = at, gone = true, priority = its_priority, rank = its_priority,
          company = is_shared and string.match(member, '^gone %d %S+ ?(.*)$') })
      else
        local its_asked, its_priority, its_id, its_company = string.match(member, '^(%d+) (%d) (%S+) ?(.*)$')
        its_asked, its_priority = tonumber(its_asked), tonumber(its_priority)
        if not its_asked then
          table.insert(places, { at = at, gone = true, priority = migration, rank = migration, company = '' })
        elseif at > now - budget.window then
          table.insert(places, { at = at, priority = its_priority, rank = rank_of(its_priority, its_asked),
            asked = its_asked, id = its_id, company = its_company })
        end
      end
    end
    return places
  end

  local function asked_before(one, other)
    if one.asked ~= other.asked then return one.asked < other.asked end
    return one.id < other.id
  end
  local me = { id = id, asked = asked, rank = rank, company = company }
  local turns, calls, in_order = {}, {}, {}
  local function count(place)
    local lane = place.rank .. ' ' .. place.company
    local turn = calls[lane] or 0
    if place.id then turns[place.id] = turn end
    calls[lane] = turn + 1
  end
  for _, budget in ipairs(budgets) do
    budget.places = read(budget)
    if budget.kind == 'shared' then
      for _, place in ipairs(budget.places) do
        if place.gone then count(place) else table.insert(in_order, place) end
      end
    end
  end
  if not first_time then table.insert(in_order, me) end
  table.sort(in_order, asked_before)
  if first_time then table.insert(in_order, me) end
  for _, place in ipairs(in_order) do count(place) end

  local function is_ahead(place)
    if place.rank ~= rank then return place.rank < rank end
    local its_turn, my_turn = turns[place.id] or 0, turns[id]
    if its_turn ~= my_turn then return its_turn < my_turn end
    return first_time or asked_before(place, me)
  end

  local function ways_to_start(budget)
    local limit, window, windows, fifth = budget.limit, budget.window, budget.windows, budget.fifth
    local counted, migrates, owed = {}, false, budget.kind == 'pace' and 0 or fifth
    for _, place in ipairs(budget.places) do
      if is_migration(place) and place.gone and place.at > now - window * windows then owed = owed - 1 end
    end
    for _, place in ipairs(budget.places) do
      if is_migration(place) and place.at > now - window then migrates = true end
      local is_owed = is_migration(place) and not place.gone and owed > 0
      if is_owed then owed = owed - 1 end
      if place.gone or is_ahead(place) or (priority == sync and is_owed) then table.insert(counted, place) end
    end
    local function log(which, at_most, ms)
      local starts = {}
      for _, place in ipairs(counted) do
        if which(place) then table.insert(starts, place.at) end
      end
      return { starts = starts, limit = at_most, window = ms, forgiven = math.min(call.comesLateMs, math.floor(ms / 4)) }
    end
    local first_way = { log(function() return true end, limit, window) }
    for _, bound in ipairs(bounds_of(budget, migrates)) do
      table.insert(first_way, log(bound.which, bound.limit, bound.window))
    end
    if priority ~= migration or budget.kind == 'pace' then return {first_way} end

    local second_way = {
      log(function(place) return place.gone or place.rank ~= sync end, limit, window),
      log(is_migration, fifth, window * windows),
    }
    for index = 2, #first_way do table.insert(second_way, first_way[index]) end
    return {first_way, second_way}
  end

  local function earliest_start(start, logs)
    local moved = true
    while moved do
      moved = false
      for _, log in ipairs(logs) do
        local starts, limit, window = log.starts, log.limit, log.window
        for first = 1, #starts - limit + 1 do
          local earliest, latest = starts[first], starts[first + limit - 1]
          local together = latest - earliest < window
          if together and start > latest - window + log.forgiven and start < earliest + window then
            start, moved = earliest + window, true
          end
        end
      end
    end
    return start
  end

  for _, budget in ipairs(budgets) do budget.ways = ways_to_start(budget) end
  local moved = true
  while moved do
    moved = false
    for index, budget in ipairs(budgets) do
      local next_start = math.huge
      for _, logs in ipairs(budget.ways) do next_start = math.min(next_start, earliest_start(start, logs)) end
      if next_start > start then start, decided, by, moved = next_start, index, 0, true end
    end
  end
end

local goes = start <= now
for _, budget in ipairs(budgets) do
  redis.call('ZADD', budget.log, start, goes and gone_member or waiting_member)
  local last = redis.call('ZRANGE', budget.log, -1, -1, 'WITHSCORES')[2]
  redis.call('PEXPIRE', budget.log, last - now + budget.remembered * 2)
  if goes and budget.probed then
    redis.call('HSET', budget.known, 'probeUntil', now + call.probeMs)
    redis.call('HINCRBY', budget.known, 'version', 1)
  end
end
return {start - now, start, asked, decided, by, goes and probes or 0}
`);

/** Raises the block's end, never lowers it. ARGV: ms, how long what is known is kept, the time now ('' = Redis' clock). */
export const blockScript = aScript(`
${timeNow}
local ends = time_now(tonumber(ARGV[3])) + ARGV[1]
if ends > tonumber(redis.call('HGET', KEYS[1], 'blockedUntil') or 0) then
  redis.call('HSET', KEYS[1], 'blockedUntil', ends)
  redis.call('HINCRBY', KEYS[1], 'version', 1)
end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0
`);

/** Sets until when the rest of the day is reserved. ARGV: ms, how long what is known is kept, the time now ('' = Redis' clock). */
export const reserveRestScript = aScript(`
${timeNow}
redis.call('HSET', KEYS[1], 'reservedUntil', time_now(tonumber(ARGV[3])) + ARGV[1])
redis.call('HINCRBY', KEYS[1], 'version', 1)
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 0
`);

/** Gives sync its share of budgets. ARGV: for how many ms, the time now ('' = Redis' clock). */
export const announceScript = aScript(`
${timeNow}
${announce}
local now = time_now(tonumber(ARGV[2]))
for index = 1, #KEYS do announce(KEYS[index], now, tonumber(ARGV[1])) end
return 0
`);

/** Answers the time in ms, as exactly as Redis knows it, and, for each budget, its hash. */
export const readScript = aScript(`
local time = redis.call('TIME')
local answer = { string.format('%.3f', time[1] * 1000 + time[2] / 1000) }
for index = 1, #KEYS do answer[index + 1] = redis.call('HGETALL', KEYS[index]) end
return answer
`);

/** Replaces states that have not been changed since they were read. ARGV: how long they are kept, then version and state as JSON. */
export const replaceScript = aScript(`
for index = 1, #KEYS do
  if (redis.call('HGET', KEYS[index], 'version') or '0') ~= ARGV[index * 2] then return 0 end
end
for index = 1, #KEYS do
  for name, value in pairs(cjson.decode(ARGV[index * 2 + 1])) do redis.call('HSET', KEYS[index], name, value) end
  redis.call('HINCRBY', KEYS[index], 'version', 1)
  redis.call('PEXPIRE', KEYS[index], ARGV[1])
end
return 1
`);
