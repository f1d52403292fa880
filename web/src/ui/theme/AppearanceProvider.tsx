import { IconProvider } from '@ant-design/icons';
import { useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import {
  AppearanceContext,
  useAppearanceChoice,
  type Appearance,
  type AppearanceChoice,
} from './appearance.ts';
import { styleSettings } from './page-nonce.ts';
import { seeds } from './seeds.ts';
import { useMediaQuery } from './use-media-query.ts';

/** Light or dark as it was chosen, else as the system asks for. */
export function AppearanceProvider({ children }: { readonly children: ReactNode }) {
  const [choice, choose] = useAppearanceChoice();
  const system: Appearance = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const appearance = choice === 'system' ? system : choice;
  // Icons add their own style element.
  const [icons] = useState(styleSettings);
  const value = useMemo(() => ({ choice, appearance, choose }), [choice, appearance, choose]);
  return (
    <AppearanceContext value={value}>
      <IconProvider value={icons}>
        <Surroundings choice={choice} />
        {children}
      </IconProvider>
    </AppearanceContext>
  );
}

/** Applies the colors of the page (theme.css) and of what the browser draws: scrollbars, fields, and its toolbars. */
function Surroundings({ choice }: { readonly choice: AppearanceChoice }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (choice === 'system') delete dataset['appearance'];
    else dataset['appearance'] = choice;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const system = meta.media.includes('dark') ? 'dark' : 'light';
      meta.content = seeds[choice === 'system' ? system : choice].background;
    }
  }, [choice]);
  return null;
}
