let hasStarted = false

/** Starts the check when the browser is idle, once for each page. */
const start = (): void => {
  if (hasStarted || typeof document === "undefined") return
  hasStarted = true
  const check = (): void => {
    import("./devtools/model/StyleOverrides.ts").then(
      ({ describeStyleOverrides, findStyleOverrides }) => {
        const found = findStyleOverrides(document)
        if (found !== undefined && found.overrides.length > 0) globalThis.console.warn(describeStyleOverrides(found))
      },
      // The development server was stopped.
      () => {}
    )
  }
  if ("requestIdleCallback" in globalThis) requestIdleCallback(check)
  else requestAnimationFrame(check)
}

/**
 * Warns in the console if the page's rules change the components. Only in development: a bundle for production does not
 * contain the check.
 */
export const warnAboutStyles = (): void => {
  try {
    if (process.env.NODE_ENV === "development") start()
  } catch {
    // Without a bundler there may be no `process`.
  }
}
