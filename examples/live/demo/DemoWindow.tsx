/** The window of the demo: an app in a browser, with switches for its surroundings. It renders on a server, too. */
import type { ReactElement, ReactNode } from "react"
import { languages } from "../../playground/app/gallery/languages.ts"
import type { Network } from "../host/Host.ts"

/** The network of the demo. `flaky` loses the next two requests. */
export type DemoNetwork = Network | "flaky"

/** The tools below the app. */
export type Tool = "timeline" | "inbox"

interface DemoWindowProps {
  /** The app's URL. */
  readonly address?: string
  readonly language?: string
  readonly network?: DemoNetwork
  /** The time of the page and of the service. */
  readonly time?: string
  readonly session?: string
  readonly tool?: Tool
  readonly mailCount?: number
  readonly onLanguage?: (code: string) => void
  readonly onTheme?: () => void
  readonly onNetwork?: (network: DemoNetwork) => void
  readonly onAdvance?: () => void
  readonly onTool?: (tool: Tool) => void
  /** The app. */
  readonly children: ReactNode
  /** Shown above the content of the current tool. */
  readonly hints: ReactNode
  /** The content of the current tool. */
  readonly panel: ReactNode
}

/** The switches of the network, with their texts. */
const networks: ReadonlyArray<readonly [DemoNetwork, string]> = [
  ["online", "Online"],
  ["flaky", "Flaky"],
  ["offline", "Offline"],
  ["503", "503"]
]

const ignore = () => {}

export const DemoWindow = (props: DemoWindowProps): ReactElement => {
  const { address = "app.example.com", language = "en", mailCount = 0, network = "online", tool = "timeline" } = props
  const tab = (name: Tool, text: string) => (
    <button
      type="button"
      role="tab"
      id={`tab-${name}`}
      aria-controls="tool"
      aria-selected={tool === name}
      tabIndex={tool === name ? 0 : -1}
      data-control={name}
      onClick={() => props.onTool?.(name)}
      onKeyDown={({ key }) => {
        if (!/^Arrow(?:Left|Right)$/.test(key)) return
        const next = tool === "inbox" ? "timeline" : "inbox"
        props.onTool?.(next)
        document.getElementById(`tab-${next}`)?.focus()
      }}
    >
      {text}
    </button>
  )
  return (
    <div className="demo-window">
      <div className="demo-bar">
        <span className="demo-dots" aria-hidden="true" />
        <span className="demo-address" title="The app's URL">{address}</span>
        <select
          aria-label="Language"
          data-control="language"
          value={language}
          onChange={({ target }) => (props.onLanguage ?? ignore)(target.value)}
        >
          {Object.entries(languages).map(([code, { name }]) => (
            <option key={code} value={code} lang={code}>{name}</option>
          ))}
        </select>
        <button type="button" data-control="theme" aria-label="Switch the theme" onClick={props.onTheme}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6" />
            <path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor" />
          </svg>
        </button>
      </div>
      <div className="demo-stage" tabIndex={-1}>{props.children}</div>
      <div className="demo-controls">
        <div className="demo-network" role="group" aria-label="Network">
          {networks.map(([name, text]) => (
            <button
              key={name}
              type="button"
              data-control={name}
              aria-pressed={network === name}
              onClick={() => props.onNetwork?.(name)}
            >
              {text}
            </button>
          ))}
        </div>
        <div className="demo-clock">
          <time>{props.time ?? "\u00a0"}</time>
          <button type="button" data-control="advance" onClick={props.onAdvance}>8 hours later</button>
        </div>
      </div>
      <div className="demo-tools">
        <div className="demo-tabs">
          <div role="tablist" aria-label="Tools">
            {tab("timeline", "Timeline")}
            {tab("inbox", mailCount === 0 ? "Inbox" : `Inbox (${mailCount})`)}
          </div>
          <p className="demo-session" role="status">Session: {props.session ?? "signed out"}</p>
        </div>
        <div className="demo-panel" id="tool" role="tabpanel" aria-labelledby={`tab-${tool}`} tabIndex={0}>
          {props.hints}
          {props.panel}
        </div>
      </div>
    </div>
  )
}
