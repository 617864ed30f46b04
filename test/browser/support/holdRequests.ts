import type { Page } from "playwright-core"

/** Holds the requests for a pattern of URLs until the returned function is called. */
export const holdRequests = async (page: Page, pattern: string): Promise<() => void> => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await held
    await route.continue()
  })
  return release
}
