/** A device as its browser describes it. */
export interface Device {
  readonly kind: "computer" | "phone" | "tablet" | "unknown"
  readonly browser: string | undefined
  readonly system: string | undefined
}

// The order matters: Edge also calls itself Chrome, and Chrome calls itself Safari.
const browsers: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /(Chrome|\bCriOS)\//],
  ["Safari", /\bVersion\/.+\bSafari\//]
]

const systems: ReadonlyArray<readonly [name: string, kind: Device["kind"], pattern: RegExp]> = [
  ["iPadOS", "tablet", /\biPad\b/],
  ["iOS", "phone", /\b(iPhone|iPod)\b/],
  ["Android", "phone", /\bAndroid\b.+\bMobile\b/],
  ["Android", "tablet", /\bAndroid\b/],
  ["Windows", "computer", /\bWindows\b/],
  ["macOS", "computer", /\bMacintosh\b/],
  ["ChromeOS", "computer", /\bCrOS\b/],
  ["Linux", "computer", /\bLinux\b/]
]

/** Returns the device that a `User-Agent` describes. */
export const describeDevice = (userAgent: string): Device => {
  const [browser] = browsers.find(([, pattern]) => pattern.test(userAgent)) ?? []
  const [system, kind = "unknown"] = systems.find(([, , pattern]) => pattern.test(userAgent)) ?? []
  return { browser, kind, system }
}
