import { describe, expect, test } from '@jest/globals';
import { useWorld } from '../support/world.ts';
import { isBrowserThere, openBrowser } from './support.ts';

/* GraphiQL runs under a content security policy that allows only its own scripts. */

const world = useWorld();

(isBrowserThere ? describe : describe.skip)('GraphiQL', () => {
  test('works under its content security policy: a query is written and answered', async () => {
    const tenant = await world.tenant();
    const { url } = await world.serve();
    const browser = await openBrowser();
    const page = await browser.newPage();
    const refused: string[] = [];
    page.on('console', message => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
    await page.route('**/graphql', async (route, request) =>
      route.continue({ headers: { ...request.headers(), ...(request.method() === 'POST' && { authorization: key }) } }),
    );
    const key = `Bearer ${await tenant.key()}`;
    await page.goto(`${url}/graphql?`);
    await page.getByRole('button', { name: /Execute query/ }).click();
    await page.getByText('"nodes"').first().waitFor();
    expect(refused).toEqual([]);
    await browser.close();
  });
});
