import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"

export const Logo = (): ReactElement => <span className="logo" dangerouslySetInnerHTML={{ __html: useFacts().logo }} />
