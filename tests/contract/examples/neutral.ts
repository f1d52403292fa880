import { maskPrefix } from '@ridgeline/contracts';
import { exampleSchema, type Example } from '@ridgeline/contracts/openapi';

type Json = Exclude<Example['answer'], undefined>;

/** Examples show so many entries of a list, or lines of a file. */
const maxShown = 3;

/** Texts that are secret or differ in each run, by the field that holds them. */
const texts: Readonly<Record<string, string>> = {
  acculynxApiKey: 'al-key-of-the-example',
  hubspotPat: 'pat-na1-of-the-example',
  token: 'token-of-the-link',
  kid: 'key-of-the-example',
  x: 'x-of-the-key',
  y: 'y-of-the-key',
  protected: 'protected-header',
  encrypted_key: 'encrypted-key',
  iv: 'initialization-vector',
  ciphertext: 'ciphertext',
  tag: 'authentication-tag',
  customEventProcessorUrl: 'https://ridgeline.example/hooks/acculynx/secret-of-the-address',
  acculynxSubscriptionId: '5f0a7e21-57a1-4f0e-9f57-3d1c6c0a7e21',
  subscriptionId: '5f0a7e21-57a1-4f0e-9f57-3d1c6c0a7e21',
  processId: '01a21949-5997-7333-a57c-fc658c6ef80d',
  serverInstanceId: 'migration-worker-0',
  instanceId: 'migration-worker-0',
};

/** The number in place of every id. In lists, the numbers continue from here. */
const anyId = 12;

/** Fields that hold such a number, or a text of digits. */
const ids: ReadonlySet<string> = new Set(
  'id ids userId connectionId migrationId check askedBy startedBy next'.split(' '),
);

/** Other numbers that differ in each run, by the field that holds them. */
const numbers: Readonly<Record<string, number>> = {
  version: 3,
  pid: 4242,
  used: 4,
  people: 4,
  allTakesMs: 100,
};

const day = '2026-11-21T';

/** Times by the field that holds them; all others are `anyMoment`. */
const moments: Readonly<Record<string, string>> = {
  createdAt: `${day}09:30:00.000Z`,
  startedAt: `${day}09:30:01.000Z`,
  completedAt: `${day}09:30:12.000Z`,
  endedAt: `${day}09:30:12.000Z`,
  expiresAt: '2026-11-28T09:30:00.000Z',
};
const anyMoment = `${day}09:30:10.000Z`;

const moment = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const ownAddress = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/g;

type Names = ReadonlyMap<string, string>;

/** The position of a value: the field that holds it, and its index in the innermost list. */
interface Place {
  readonly field: string;
  readonly index: number;
}

const outermost: Place = { field: '', index: 0 };

function neutralText(text: string, { field, index }: Place, names: Names): string {
  if (text.startsWith(maskPrefix)) return `${maskPrefix}1a2b`;
  const fixed = texts[field];
  if (fixed !== undefined) return fixed;
  if (ids.has(field) && /^\d+$/.test(text)) return String(anyId + index);
  let neutral = text
    .replace(moment, moments[field] ?? anyMoment)
    .replace(ownAddress, 'https://ridgeline.example')
    .replaceAll('127.0.0.1', '203.0.113.7');
  for (const [own, other] of names) neutral = neutral.replaceAll(own, other);
  return neutral;
}

/** A value whose secret or varying parts are replaced. */
function neutralValue(value: Json, place: Place, names: Names): Json {
  const { field, index } = place;
  if (typeof value === 'string') return neutralText(value, place, names);
  if (typeof value === 'number') return ids.has(field) ? anyId + index : (numbers[field] ?? value);
  if (Array.isArray(value))
    return value.slice(0, maxShown).map((one, nth) => neutralValue(one, { field, index: nth }, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      // An object may have ids as its keys.
      neutralText(name, { field: 'id', index: 0 }, names),
      neutralValue(inner, { field: name, index }, names),
    ]),
  );
}

/** A file's heading and first lines. */
function neutralFile(text: string, names: Names): string {
  return text
    .split('\n')
    .slice(0, maxShown + 1)
    .map((line) =>
      line.startsWith('{')
        ? JSON.stringify(neutralValue(JSON.parse(line) as Json, outermost, names))
        : neutralText(line, outermost, names),
    )
    .join('\n');
}

/** An example without secrets and without data of one test run. */
export function neutralExample(example: Example, names: Names): Example {
  const neutral = exampleSchema.parse(neutralValue(example as Json, outermost, names));
  return typeof example.answer === 'string'
    ? { ...neutral, answer: neutralFile(example.answer, names) }
    : neutral;
}
