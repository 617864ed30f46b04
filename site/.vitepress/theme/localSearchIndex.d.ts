declare module "@localSearchIndex" {
  /** Loads the index of each locale. A site with one language has the locale `root`. */
  const loaders: Readonly<Record<string, () => Promise<{ readonly default: string }>>>
  export default loaders
}
