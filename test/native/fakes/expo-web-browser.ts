/** Replaces `expo-web-browser`, which needs a device. Tests use `Expo.layerWith`. */
const refuse = () => {
  throw new Error("This test has no device. Use Expo.layerWith")
}

export const openAuthSessionAsync = refuse
export const dismissAuthSession = refuse
