/** The keychain of a realm. */
const items = new Map<string, string>()

export const AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY = 1
export const getItemAsync = async (key: string): Promise<string | null> => items.get(key) ?? null
export const setItemAsync = async (key: string, value: string): Promise<void> => void items.set(key, value)
export const deleteItemAsync = async (key: string): Promise<void> => void items.delete(key)

export { items }
