/** How hard a password is to guess, in a word and where it helps with the reason. A hint: the server decides. */
export interface PasswordStrength {
  /** 1 to 4, as many of the meter's bars as are filled. */
  readonly level: 1 | 2 | 3 | 4;
  readonly word: 'Weak' | 'Fair' | 'Good' | 'Strong';
  /** What makes it easy to guess, or null. */
  readonly advice: string | null;
}

/** Words that attackers try first, plus those of this product and its trade; the server has whole lists of leaked passwords. */
const commonWords =
  'password passwort welcome letmein iloveyou sunshine princess football baseball basketball superman batman dragon monkey master shadow michael jennifer jordan hunter trustno charlie computer internet secret access admin administrator login guest test default changeme company office summer winter spring autumn monday friday january february march april june july august september october november december texas dallas denver austin florida america cowboys roofing roofer roofs roof shingle gutter acculynx hubspot ridgeline'.split(
    ' ',
  );

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz'];

/** Bits of effort for a part that is guessed early, and for each further character of a run like `aaa` or `789`. */
const guessedFirst = { known: 3, common: 6, year: 5, step: 0.5 };

/** Bits per character that users choose, well below those of random characters. */
function signBits(sign: string): number {
  if (/[a-z]/.test(sign)) return 3.2;
  if (/[0-9]/.test(sign)) return 2.6;
  return /[A-Z]/.test(sign) ? 4 : 4.6;
}

/** Whether a character repeats the previous one or follows it on the keyboard, in the alphabet or in counting, either way. */
function continues(former: string | undefined, sign: string): boolean {
  if (former === undefined) return false;
  const [a, b] = [former.toLowerCase(), sign.toLowerCase()];
  return a === b || keyboardRows.some((row) => row.includes(a + b) || row.includes(b + a));
}

/** Characters that replace letters, as in `p@ssw0rd`. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
};
const undisguised = (text: string) => Array.from(text, (sign) => disguises[sign] ?? sign).join('');

interface Parts {
  readonly rest: string;
  readonly bits: number;
  readonly found: boolean;
}

/** Takes out every occurrence of the words; each costs the guesser `each` bits. */
function without(words: readonly string[], text: string, each: number): Parts {
  let [rest, bits, found] = [text, 0, false];
  for (const word of words) {
    for (;;) {
      const lower = rest.toLowerCase();
      const plain = lower.indexOf(word);
      const at = plain >= 0 ? plain : undisguised(lower).indexOf(word);
      if (at < 0) break;
      rest = `${rest.slice(0, at)} ${rest.slice(at + word.length)}`;
      bits += each;
      found = true;
    }
  }
  return { rest, bits, found };
}

/** The parts of a name or an email that a guesser would try: of three letters and more. */
const guessable = (about: readonly string[]): string[] =>
  about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= 3)
    .sort((a, b) => b.length - a.length);

/** `abcabcabc` is hardly better than `abc`. */
const unrepeated = (text: string): string => /^(.{1,8}?)\1+$/su.exec(text)?.[1] ?? text;

function restBits(text: string): { bits: number; steps: number } {
  let [bits, steps] = [0, 0];
  const signs = Array.from(text);
  signs.forEach((sign, index) => {
    if (sign === ' ') return;
    const step = continues(signs[index - 1], sign);
    bits += step ? guessedFirst.step : signBits(sign);
    steps += step ? 1 : 0;
  });
  return { bits, steps };
}

const levels = [
  { below: 24, level: 1, word: 'Weak' },
  { below: 36, level: 2, word: 'Fair' },
  { below: 46, level: 3, word: 'Good' },
  { below: Infinity, level: 4, word: 'Strong' },
] as const;

/**
 * Estimates a password's strength by imitating an attacker: facts about the user and common words first, runs and years
 * next, the rest character by character. `about` lists the known facts: names, email.
 */
export function passwordStrength(password: string, about: readonly string[] = []): PasswordStrength {
  const known = without(guessable(about), unrepeated(password), guessedFirst.known);
  const common = without(commonWords, known.rest, guessedFirst.common);
  const years = common.rest.replace(/(?:19|20)\d\d/g, ' ');
  const yearBits = ((common.rest.length - years.length) / 3) * guessedFirst.year;
  const rest = restBits(years);
  const bits = known.bits + common.bits + yearBits + rest.bits;

  const { level, word } = levels.find(({ below }) => bits < below) ?? levels[3];
  return { level, word, advice: level > 2 ? null : adviceFor({ known, common, steps: rest.steps }) };
}

function adviceFor(seen: { known: Parts; common: Parts; steps: number }): string {
  if (seen.known.found) return 'Your name and email are guessed first. Use other words.';
  if (seen.common.found) return 'Common words are guessed first. Add unusual ones.';
  if (seen.steps > 2) return 'Runs like 123 or aaa are guessed first. Use words instead.';
  return 'Make it longer: three or four words are strong.';
}
