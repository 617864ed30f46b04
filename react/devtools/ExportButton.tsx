/** The button that saves the recording as a file. */
import { type ReactNode, useState } from "react"
import { useDevTools } from "./DevToolsContext.ts"
import { Icon } from "./kit/Icon.tsx"

/** Renders the button, unless the app has no recorder. */
export const ExportButton = (): ReactNode => {
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
      <button type="button" className="button" onClick={() => void save()}>
        <Icon name="download" />
        <span className="wide">Export recording</span>
        <span className="narrow">Export</span>
      </button>
    </>
  )
}
