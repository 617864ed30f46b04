/** Types of the stylesheet, for `import "latchkey/react/styles.css"`: TypeScript 6 checks imports of side effects. */
