import assert from 'node:assert/strict';
import { returnedErrors } from '../../../src/orders/deliver/returnedErrors.ts';
import { lastDelivery, undoDelivery } from '../../../src/orders/deliver/deliver.ts';
import { previewDelivery } from '../../../src/orders/deliver/previewDelivery.ts';
import { approveJob } from './reviewOne.ts';
import { place, planFile, quoteFile, type OrderWindow } from './orderWindow.ts';
import { createOrderSetup, type OrderSetup } from './orderSetup.ts';

const pom =
  '<project><dependency><groupId>org.springframework</groupId><artifactId>spring-context</artifactId>' +
  '</dependency></project>\n';

async function orderAndTranslate(
  setup: OrderSetup,
  file: string,
  texts: Readonly<Record<string, string>>,
): Promise<OrderWindow> {
  const window = await setup.openWindow();
  await place(window, await quoteFile(window, file, ['fr']));
  await window.jobs.fetchAndDeliver();
  for (const { id, title } of window.jobs.all) {
    await setup.move(id, 'start');
    await setup.move(id, 'finish', { body_tgt: texts[title] ?? title });
  }
  await window.jobs.fetchAndDeliver();
  return window;
}

describe('contract: apostrophes that the program would read as quotes', function () {
  this.timeout(30_000);

  it('are doubled in the preview, in the file and after an undo, and are shown', async () => {
    const before = 'open=Cannot open {0}\nclose=Close the file\n';
    await using setup = await createOrderSetup('manual', {
      'pom.xml': pom,
      'src/messages.properties': before,
      'src/messages_fr.properties': '',
    });
    const window = await orderAndTranslate(setup, 'src/messages.properties', {
      open: "Impossible d'ouvrir [[[{0}]]]",
      close: "Fermer l'objet",
    });
    const job = window.jobs.all.find(({ title }) => title === 'open');
    const plain = window.jobs.all.find(({ title }) => title === 'close');
    assert.ok(job && plain);
    assert.equal(job.translatedText, "Impossible d''ouvrir {0}");
    assert.deepEqual(
      job.problems.map(({ kind, severity }) => [kind, severity]),
      [['apostrophe-doubled', 'warning']],
    );
    assert.equal(plain.translatedText, "Fermer l'objet");
    assert.deepEqual(plain.problems, []);

    const { after } = await previewDelivery(window.context, job);
    await approveJob(window, job.id, {});
    assert.equal(await setup.read('src/messages_fr.properties'), after);
    assert.ok(after.includes("d''ouvrir {0}"), after);
    // The doubled apostrophe is right in the file, and the value there is the one that was delivered.
    assert.deepEqual(returnedErrors(window.jobs.all, window.context.ledger), []);
    assert.deepEqual((await planFile(window, 'src/messages.properties', ['fr'])).jobs, []);

    const delivery = lastDelivery(window.context);
    assert.ok(delivery !== undefined);
    await undoDelivery(window.context, delivery);
    assert.equal(await setup.read('src/messages_fr.properties'), '');
    await window.jobs.deliver(job.id);
    assert.equal(await setup.read('src/messages_fr.properties'), after);
  });

  it('are recognized in another window, from the journal alone', async () => {
    await using setup = await createOrderSetup('manual', {
      'pom.xml': pom,
      'src/messages.properties': 'open=Cannot open {0}\n',
      'src/messages_fr.properties': '',
    });
    await orderAndTranslate(setup, 'src/messages.properties', { open: "Impossible d'ouvrir [[[{0}]]]" });
    const other = await setup.openWindow();
    await other.jobs.fetchAndDeliver();
    assert.deepEqual(
      other.jobs.all.map(({ translatedText }) => translatedText),
      ["Impossible d''ouvrir {0}"],
    );
  });

  it('are text in ARB, in the branches of a plural too', async () => {
    const message = "{name}'s {n, plural, one {book} other {books by {author}}}";
    await using setup = await createOrderSetup('manual', {
      'lib/l10n/app_en.arb': `${JSON.stringify({ '@@locale': 'en', books: message })}\n`,
      'lib/l10n/app_fr.arb': '{"@@locale": "fr"}\n',
    });
    const window = await orderAndTranslate(setup, 'lib/l10n/app_en.arb', {
      'books (one)': "Le livre d'[[[{name}]]]",
      'books (other)': "Les livres d'[[[{author}]]] d'[[[{name}]]]",
      'books (many)': "Les livres d'[[[{author}]]] d'[[[{name}]]]",
    });
    assert.ok(window.jobs.all.every(({ sourceText }) => sourceText.startsWith("{name}'s ")));
    for (const job of window.jobs.all) {
      assert.deepEqual(
        job.problems.filter(({ severity }) => severity === 'error'),
        [],
      );
      await approveJob(window, job.id, {});
    }
    const { books } = JSON.parse(await setup.read('lib/l10n/app_fr.arb')) as { readonly books: string };
    assert.ok(books.startsWith("{n, plural, one {Le livre d'{name}}"), books);
    assert.ok(books.endsWith("other {Les livres d'{author} d'{name}}}"), books);
  });

  it('are doubled in ARB with use-escaping', async () => {
    await using setup = await createOrderSetup('manual', {
      'l10n.yaml': 'arb-dir: lib/l10n\nuse-escaping: true\n',
      'lib/l10n/app_en.arb': '{"@@locale": "en", "by": "By {author}"}\n',
      'lib/l10n/app_fr.arb': '{"@@locale": "fr"}\n',
    });
    const window = await orderAndTranslate(setup, 'lib/l10n/app_en.arb', { by: "D'[[[{author}]]]" });
    for (const { id } of window.jobs.all) await approveJob(window, id, {});
    assert.equal((JSON.parse(await setup.read('lib/l10n/app_fr.arb')) as { readonly by: string }).by, "D''{author}");
  });
});
