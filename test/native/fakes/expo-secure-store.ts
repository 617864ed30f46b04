/** Replaces `expo-secure-store`, which needs a device. Tests use `Expo.layerWith`. */
const refuse = () => {
  throw new Error("This test has no device. Use Expo.layerWith")
}

export const getItemAsync = refuse
export const setItemAsync = refuse
export const deleteItemAsync = refuse
export const AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY = 1
