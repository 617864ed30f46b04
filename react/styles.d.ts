/** Types for the stylesheet, for `import "latchkey/react/styles.css"`: TypeScript 6 checks imports for side effects. */
