import { Component, type ReactNode, useCallback, useEffect, useRef, useState } from "react"
import { useDevTools } from "./DevToolsContext.ts"
import { Button, IconButton } from "./kit/Button.tsx"
import { WithRecorder } from "./kit/Empty.tsx"
import { Icon } from "./kit/Icon.tsx"
import { StateBadge } from "./kit/StateBadge.tsx"
import type { DevToolsProps } from "./makeDevTools.ts"
import { Resizer, type ResizerProps } from "./Resizer.tsx"
import { loadSettings, saveSettings, type Settings } from "./settings.ts"
import { StylesNotice } from "./StylesNotice.tsx"
import { TabList, TabPanel } from "./Tabs.tsx"
import { CacheView } from "./views/CacheView.tsx"
import { CookiesView } from "./views/CookiesView.tsx"
import { EmulatorView } from "./views/EmulatorView.tsx"
import { PermissionsView } from "./views/PermissionsView.tsx"
import { RedirectsView } from "./views/RedirectsView.tsx"
import { SessionView } from "./views/SessionView.tsx"
import { TimelineView } from "./views/TimelineView.tsx"

/** Renders the button, or the panel if it is open. */
export const Panel = (props: DevToolsProps): ReactNode => {
  const { buttonPosition = "bottom-right" } = props
  const [settings, setSettings] = useState(() => loadSettings(props))
  const launcher = useRef<HTMLButtonElement>(null)
  /** `true` after the developer has opened or closed the panel, which moves the focus. */
  const hasToggled = useRef(false)
  const change = useCallback((next: Partial<Settings>) => {
    if (next.isOpen !== undefined) hasToggled.current = true
    setSettings((settings) => ({ ...settings, ...next }))
  }, [])
  useEffect(() => saveSettings(settings), [settings])
  useEffect(() => {
    if (!settings.isOpen && hasToggled.current) launcher.current?.focus()
  }, [settings.isOpen])
  return settings.isOpen
    ? <OpenPanel settings={settings} change={change} takesFocus={hasToggled.current} />
    : (
      <button
        ref={launcher}
        type="button"
        className="launcher"
        data-position={buttonPosition}
        aria-label="Open Latchkey DevTools"
        title="Open Latchkey DevTools"
        onClick={() => change({ isOpen: true })}
      >
        <Icon name="key" size={20} />
      </button>
    )
}

const views: Readonly<Record<Settings["tab"], () => ReactNode>> = {
  Session: SessionView,
  Timeline: () => (
    <WithRecorder>
      <TimelineView />
    </WithRecorder>
  ),
  Cache: CacheView,
  Permissions: PermissionsView,
  Cookies: CookiesView,
  Redirects: () => (
    <WithRecorder>
      <RedirectsView />
    </WithRecorder>
  ),
  Emulator: EmulatorView
}

const OpenPanel = (
  { change, settings, takesFocus }: Omit<ResizerProps, "panel"> & { readonly takesFocus: boolean }
): ReactNode => {
  const { source } = useDevTools()
  const panel = useRef<HTMLElement>(null)
  const { dock, tab } = settings
  const isBottom = dock === "bottom"
  useEffect(() => source.start(), [source])
  useEffect(() => {
    if (takesFocus) panel.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus()
  }, [takesFocus])
  const View = views[tab]
  return (
    <section
      ref={panel}
      className="panel"
      data-dock={dock}
      aria-label="Latchkey DevTools"
      style={isBottom ? { height: settings.height } : { width: settings.width }}
      onKeyDown={(event) => {
        if (event.key === "Escape") change({ isOpen: false })
      }}
    >
      <Resizer panel={panel} settings={settings} change={change} />
      <header className="head">
        <h2 className="brand">
          <Icon name="key" size={18} />
          Latchkey
        </h2>
        <StateBadge />
        <div className="actions">
          <ExportButton />
          <IconButton
            className="dock-button"
            icon={isBottom ? "dockRight" : "dockBottom"}
            label={isBottom ? "Dock to the right" : "Dock to the bottom"}
            onClick={() => change({ dock: isBottom ? "right" : "bottom" })}
          />
          <IconButton
            icon="close"
            label="Close Latchkey DevTools"
            title="Close (Esc)"
            onClick={() => change({ isOpen: false })}
          />
        </div>
      </header>
      <StylesNotice />
      <TabList selected={tab} select={(tab) => change({ tab })} />
      <TabPanel key={tab} tab={tab}>
        <PanelBoundary>
          <View />
        </PanelBoundary>
      </TabPanel>
    </section>
  )
}

/** Shows a view's error in place of the view. */
class PanelBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError = (error: unknown): { readonly error: unknown } => ({ error })

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="empty" role="alert">
        <h3>This view failed</h3>
        <p>{error instanceof Error ? error.message : "Unknown error"}</p>
        <Button onClick={() => this.setState({ error: undefined })}>Try again</Button>
      </div>
    )
  }
}

/** Renders the button, unless the app has no recorder. */
const ExportButton = (): ReactNode => {
  const { source } = useDevTools()
  const [status, setStatus] = useState("")
  if (!source.hasRecorder) return null
  const save = async () => {
    const recording = await source.exportRecording()
    if (recording === undefined) return setStatus("The recording could not be loaded. Check the connection.")
    const at = new Date(recording.events.at(-1)?.at ?? source.get().now).toISOString().replaceAll(/[:.]/g, "-")
    const url = URL.createObjectURL(new Blob([JSON.stringify(recording, null, 2)], { type: "application/json" }))
    const link = document.createElement("a")
    link.href = url
    link.download = `latchkey-recording-${at}.json`
    link.click()
    URL.revokeObjectURL(url)
    setStatus(`Saved ${recording.events.length} events without secrets.`)
  }
  return (
    <>
      <span className="status" role="status">{status}</span>
      <Button onClick={() => void save()}>
        <Icon name="download" />
        <span className="wide">Export recording</span>
        <span className="narrow">Export</span>
      </Button>
    </>
  )
}
