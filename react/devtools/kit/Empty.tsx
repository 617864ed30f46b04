import type { ReactNode } from "react"
import { useDevTools } from "../DevToolsContext.ts"

/** Renders a title and an explanation where there is no content. */
export const Empty = ({ children, title }: { readonly title: string; readonly children: ReactNode }): ReactNode => (
  <div className="empty">
    <h3>{title}</h3>
    <p>{children}</p>
  </div>
)

/** Renders how to add a recorder, for views that need one. */
const NoRecorder = (): ReactNode => (
  <div className="empty">
    <h3>No recorder</h3>
    <p>This view shows the events of the flight recorder. Add it to the provider:</p>
    <pre className="code">{`import { Recorder } from "latchkey/recorder"

<AuthProvider projectId="…" recorder={Recorder.layer()}>`}</pre>
    <p>
      If the app has its own layer, add <code>Layer.provideMerge(Recorder.layer())</code>{" "}
      between the client and the host.
    </p>
  </div>
)

/** Renders the children if the app has a recorder. Without one, explains how to add it. */
export const WithRecorder = ({ children }: { readonly children: ReactNode }): ReactNode =>
  useDevTools().source.hasRecorder ? children : <NoRecorder />
