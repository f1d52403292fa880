import fc from 'fast-check';

/** The seed of every property test in `npm test`: results do not depend on a draw, and a failure repeats. */
const usualSeed = 20_260_101;

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? usualSeed) });

/** fast-check, drawing the same cases in every run; `npm run explore` draws others. */
export default fc;
