/** Renders the page and the static part of the demo. Vite loads this module, since Node cannot run JSX. */
import { renderToString } from "react-dom/server"
import { makeStaticDemo } from "../../examples/live/demo/StaticDemo.tsx"
import { recordOutage } from "./facts/outage.ts"
import { Page } from "./Page.tsx"
import type { PageFacts } from "./useFacts.ts"

/** Removes the comments that only hydration needs. */
const render = (element: Parameters<typeof renderToString>[0]): string =>
  renderToString(element).replace(/<!--.*?-->/g, "")

export const renderPage = async (facts: Omit<PageFacts, "outage">): Promise<string> =>
  render(<Page facts={{ ...facts, outage: await recordOutage() }} />)

/** The pages that its links lead to exist in the live demo only. */
export const renderDemo = async (): Promise<string> =>
  render(await makeStaticDemo()).replace(/ href="\/handler\/[^"]*"/g, ` href="#"`)
