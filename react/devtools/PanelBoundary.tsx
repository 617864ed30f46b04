/** The error boundary of the panel's views. */
import { Component, type ReactNode } from "react"

/** Shows an error of a view instead of the view. */
export class PanelBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <div className="empty" role="alert">
        <h3>This view failed</h3>
        <p>{error instanceof Error ? error.message : "Unknown error"}</p>
        <button type="button" className="button" onClick={() => this.setState({ error: undefined })}>Try again</button>
      </div>
    )
  }
}
