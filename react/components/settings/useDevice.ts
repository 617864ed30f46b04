import { type RefCallback, useState } from "react"
import { describeDevice, type Device } from "./describeDevice.ts"

/** Returns this device, and a ref for an element on its page. The device is unknown on servers and during hydration. */
export const useDevice = (): readonly [device: Device, ref: RefCallback<Element>] => {
  const [element, setElement] = useState<Element | null>(null)
  const { maxTouchPoints = 0, userAgent = "" } = element?.ownerDocument.defaultView?.navigator ?? {}
  // An iPad calls itself a Mac, but no Mac has a touchscreen.
  return [describeDevice(maxTouchPoints > 1 ? userAgent.replace("Macintosh", "iPad") : userAgent), setElement]
}
