/** Stands for every style sheet in tests of components without a browser. */
export default {};
