/** Replaces `expo-linking`, which needs a device. Tests use `Expo.layerWith`. */
const refuse = () => {
  throw new Error("This test has no device. Use Expo.layerWith")
}

export const getInitialURL = refuse
export const addEventListener = refuse
