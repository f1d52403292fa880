// The app begins when what stands in index.html is drawn: its scripts, fetched earlier, would compete with the first paint.
// Without a built page, as under `npm run dev`, it begins by itself.
requestAnimationFrame(() => {
  setTimeout(() => {
    const parts = document.querySelector('#app-parts')?.content;
    const app = parts?.querySelector('[data-app]');
    if (!app) return;
    document.head.append(parts);
    void import(app.href);
  });
});
