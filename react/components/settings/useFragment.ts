import { useSyncExternalStore } from "react"
import { fragmentStore } from "../../../src/platform/FragmentStore.ts"

/**
 * Keeps a page's name in the current URL's fragment, such as `#security`. `null` is the URL without a fragment. Returns
 * `undefined` if it is disabled, or if the app uses the fragment for something else.
 */
export const useFragment = <Name extends string>(
  isEnabled: boolean,
  names: ReadonlyArray<Name>
): readonly [name: Name | null, setName: (name: Name | null) => void] | undefined => {
  const fragment = useSyncExternalStore(fragmentStore.subscribe, fragmentStore.get, getNone)
  const name = names.find((name) => name === fragment)
  if (!isEnabled || (name === undefined && fragment !== "")) return undefined
  return [name ?? null, (name) => fragmentStore.set(name ?? "")]
}

const getNone = (): string => ""
