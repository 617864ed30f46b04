/** Isolates rendering errors to a part of the page. */
import { Component, type ReactNode } from "react"
import { describeError, type Failure, isFailure } from "../texts.ts"

interface State {
  readonly failure: Failure | undefined
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failure: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { failure: isFailure(error) ? error : { _tag: "Defect", message: "Something went wrong." } }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    return (
      <div role="alert" className="empty">
        <strong>Couldn't load this</strong>
        <p>{describeError(failure)}</p>
        <button type="button" className="button" onClick={() => this.setState({ failure: undefined })}>
          Try again
        </button>
      </div>
    )
  }
}
