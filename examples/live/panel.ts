/** The parts of the page that show an example's output, requests and emails. */
import { format } from "./format.ts"
import type { Host, SentRequest } from "./host/Host.ts"

export interface Panel {
  readonly preview: HTMLElement
  readonly print: (...values: ReadonlyArray<unknown>) => void
  readonly fail: (error: unknown) => void
  /** Shows the requests and emails of a host. */
  readonly observe: (host: Host) => void
  /** Shows the emails again, and removes "Running…". */
  readonly finish: () => Promise<void>
}

/** Creates the panel in the elements of `run.html`. */
export const makePanel = (document: Document): Panel => {
  const list = (id: string): HTMLElement => document.getElementById(id)!
  const [output, requests, mails] = [list("output"), list("requests"), list("mails")]
  const addLine = (list: HTMLElement, text: string, className = ""): void => {
    const line = list.appendChild(document.createElement("li"))
    line.textContent = text
    line.className = className
  }
  const print = (...values: ReadonlyArray<unknown>) => addLine(output, values.map((value) => format(value)).join(" "))
  const fail = (error: unknown) => addLine(output, format(error), "bad")
  output.dataset["running"] = ""
  console.log = print
  console.info = print
  console.warn = print
  console.error = (...values: ReadonlyArray<unknown>) =>
    addLine(output, values.map((value) => format(value)).join(" "), "bad")
  addEventListener("unhandledrejection", ({ reason }) => fail(reason))
  addEventListener("error", ({ error }) => fail(error))

  const showRequests = ({ requests: sent }: Host): void => {
    requests.replaceChildren()
    for (const request of sent) addLine(requests, describe(request), isRefused(request) ? "bad" : "")
  }
  const showMails = async ({ emulator }: Host): Promise<void> => {
    const inbox = await emulator.inbox()
    mails.replaceChildren()
    for (const { subject, to } of inbox) addLine(mails, `${subject} → ${to.join(", ")}`)
  }
  let shown: Host | undefined
  return {
    preview: list("preview"),
    print,
    fail,
    observe: (host) => {
      shown = host
      host.onRequest(() => {
        showRequests(host)
        void showMails(host)
      })
    },
    finish: async () => {
      delete output.dataset["running"]
      if (shown !== undefined) await showMails(shown)
    }
  }
}

const isRefused = ({ status }: SentRequest): boolean => status === "failed" || Number(status ?? 0) >= 400

const describe = ({ method, millis, path, status }: SentRequest): string =>
  `${method} ${path.replace(/^\/api\/v\d+/, "")} → ${
    status === undefined ? "…" : `${status}, ${Math.max(1, Math.round(millis ?? 0))} ms`
  }`
