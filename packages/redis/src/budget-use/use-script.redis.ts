import { aScript } from '../run-script.ts';

/**
 * Answers the time in ms, and for each budget how many calls went within its window, how many wait, by priority, the time of the
 * oldest of the window (0 = none), and its hash. KEYS and ARGV: as `reserve` has the keys; the windows in ms.
 */
export const useScript = aScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answer = { string.format('%.0f', now) }
for index = 1, #ARGV do
  local used, waiting, oldest = {0, 0, 0, 0}, {0, 0, 0, 0}, '0'
  local flat = redis.call('ZRANGEBYSCORE', KEYS[index * 2 - 1], '(' .. (now - ARGV[index]), '+inf', 'WITHSCORES')
  for position = 1, #flat, 2 do
    local priority = string.match(flat[position], '^gone (%d) ')
    local asks = string.match(flat[position], '^%d+ (%d) ')
    if priority then
      used[priority + 1] = used[priority + 1] + 1
      if oldest == '0' then oldest = flat[position + 1] end
    elseif asks then
      waiting[asks + 1] = waiting[asks + 1] + 1
    end
  end
  answer[index + 1] = { used, waiting, oldest, redis.call('HGETALL', KEYS[index * 2]) }
end
return answer
`);
