/** Runs `work` for every item, four at a time. */
export async function inFours<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const [index, item] of left) await work(item, index);
    }),
  );
}
