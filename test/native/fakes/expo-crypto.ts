/** Replaces `expo-crypto`, which needs a device. Tests use `Expo.layerWith`. */
const refuse = () => {
  throw new Error("This test has no device. Use Expo.layerWith")
}

export const getRandomBytes = refuse
export const digestStringAsync = refuse
