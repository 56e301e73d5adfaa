/** Gives a file to the person: by the system's own sharing where that takes files and it is wanted, else as a download. */
export async function give(file: File, isShared = false): Promise<void> {
  if (isShared && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: file.name });
      return;
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === 'AbortError') return;
    }
  }
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** `Adda, Brenta 2026-12-26.csv`: what a pad's file is called, on any system. */
export function fileName(title: string, names: readonly string[], seconds: number, ending: string): string {
  const day = new Date(seconds * 1000).toISOString().slice(0, 10);
  const called =
    (title || names.join(', '))
      .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
      .trim()
      .slice(0, 60) || 'upriver';
  return `${called} ${day}.${ending}`;
}
