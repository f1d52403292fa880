/** Saves a text that was made in the page as a file. The mark in front tells spreadsheets that it is UTF-8. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
