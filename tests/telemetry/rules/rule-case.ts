/** Samples by series, in promtool's notation, one every 15 seconds. */
type Series = Readonly<Record<string, string>>;

/** What an alert must do. */
export interface RuleCase {
  readonly alert: string;
  /** Nine samples (two minutes) without a problem, and the fault from the tenth sample on. */
  readonly fault: Series;
  /** Labels that the alert must have: they identify the place. */
  readonly names?: Readonly<Record<string, string>>;
  /** What the fault looks like after a long time; the alert must then fire with these labels. */
  readonly lasting?: {
    readonly what: string;
    readonly series: Series;
    readonly names: Readonly<Record<string, string>>;
  };
  /** What looks like the fault but is harmless. */
  readonly harmless: { readonly what: string; readonly series: Series };
}

const minute = 60;

/** When a lasting fault is checked. */
const longSeconds = 40 * minute;

interface PromtoolTest {
  readonly name: string;
  readonly interval: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly promql_expr_test: readonly {
    readonly expr: string;
    readonly eval_time: string;
    readonly exp_samples: readonly { readonly labels: string; readonly value: number }[];
  }[];
}

const testOf = (
  name: string,
  series: Series,
  expectations: PromtoolTest['promql_expr_test'],
): PromtoolTest => ({
  name,
  interval: '15s',
  input_series: Object.entries(series).map(([named, values]) => ({ series: named, values })),
  promql_expr_test: expectations,
});

const matchers = (names: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(names).map(([name, value]) => `${name}="${value}"`);

function lastingTest(alert: string, { what, series, names }: NonNullable<RuleCase['lasting']>): PromtoolTest {
  const firing = [`alertname="${alert}"`, 'alertstate="firing"', ...matchers(names)].join(', ');
  return testOf(`${alert} still fires: ${what}`, series, [
    {
      expr: `group(ALERTS{${firing}})`,
      eval_time: `${longSeconds}s`,
      exp_samples: [{ labels: '{}', value: 1 }],
    },
  ]);
}

/**
 * promtool's tests of a case: the alert fires within two minutes of the fault, not before it, still fires while the fault
 * lasts, and never fires for what is harmless.
 */
export function promtoolTests(ruleCase: RuleCase): readonly PromtoolTest[] {
  const { alert, fault, names = {}, lasting, harmless } = ruleCase;
  const firing = `ALERTS{alertname="${alert}", alertstate="firing"}`;
  const ever = (seconds: number): PromtoolTest['promql_expr_test'][number] => ({
    expr: `count_over_time(${firing}[${seconds}s])`,
    eval_time: `${seconds}s`,
    exp_samples: [],
  });
  return [
    testOf(`${alert} fires`, fault, [
      ever(2 * minute),
      {
        expr: `group by (${Object.keys(names).join(', ')}) (${firing})`,
        eval_time: `${4 * minute}s`,
        exp_samples: [{ labels: `{${matchers(names).join(', ')}}`, value: 1 }],
      },
    ]),
    ...(lasting ? [lastingTest(alert, lasting)] : []),
    testOf(`${alert} does not fire: ${harmless.what}`, harmless.series, [ever(10 * minute)]),
  ];
}
