/** Replaces every style sheet in component tests without a browser. */
export default {};
