/** Groups items by a key. Groups and their items keep the order of the items. */
export const groupBy = <A, K>(items: Iterable<A>, keyOf: (item: A) => K): Map<K, Array<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
