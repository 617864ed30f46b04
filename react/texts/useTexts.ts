/** A component's texts: the app's texts, and the defaults. */
import { type Context, createContext, useContext, useMemo } from "react"
import { useAuth } from "../Auth.ts"
import type { TextOverrides, Texts } from "./texts.ts"

/** The texts that a component sets for the components below it. */
export const TextsContext: Context<TextOverrides | undefined> = /*#__PURE__*/ createContext<TextOverrides | undefined>(
  undefined
)

/**
 * Returns a section from the texts. The component passes the section's defaults, so that an app bundles only the texts for the
 * components that it uses.
 */
export const useTexts = <Name extends keyof Texts>(name: Name, defaults: Texts[Name]): Texts[Name] => {
  const ofApp = useAuth().texts?.[name]
  const ofParent = useContext(TextsContext)?.[name]
  return useMemo(
    () => ofApp === undefined && ofParent === undefined ? defaults : { ...defaults, ...ofApp, ...ofParent },
    [defaults, ofApp, ofParent]
  )
}
