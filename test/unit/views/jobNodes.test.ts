import assert from 'node:assert/strict';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { JobNodes, pageSize, type JobsNode, type NodesInput } from '../../../src/views/jobNodes.ts';
import { plain } from '../../../src/words/plain.ts';
import { makeTrackedJob } from '../../builders/trackedJob.ts';

const day = 86_400_000;
const job = (id: string, changes: Partial<TrackedJob> = {}): TrackedJob =>
  makeTrackedJob({ id, title: `key${id}`, ...changes });

function input(jobs: readonly TrackedJob[], changes: Partial<NodesInput> = {}): NodesInput {
  return { jobs, grouping: 'status', isOwn: () => true, services: [], sandbox: false, now: 0, ...changes };
}

/** Returns the rows as VS Code would request them, if all were expanded. */
function allRows(nodes: JobNodes, parents: readonly JobsNode[] = nodes.roots): readonly JobsNode[] {
  return parents.flatMap((node) => [node, ...allRows(nodes, nodes.children(node))]);
}

function labels(rows: readonly JobsNode[] | undefined): readonly string[] | undefined {
  return rows?.map(({ row }) => plain(row.label));
}

describe('JobNodes', () => {
  it('changes nothing if the jobs are the same, also as new objects', () => {
    const nodes = new JobNodes();
    assert.equal(nodes.update(input([job('1'), job('2', { status: 'pending' })])), undefined);
    const before = allRows(nodes);
    assert.deepEqual(nodes.update(input([job('1'), job('2', { status: 'pending' })])), []);
    assert.ok(allRows(nodes).every((node, index) => node === before[index]));
  });

  it('changes only the row of a job that changed, which stays the same object with the new job', () => {
    const nodes = new JobNodes();
    nodes.update(input([job('1'), job('2')]));
    const [, , second] = allRows(nodes);
    const changed = nodes.update(input([job('1'), job('2', { translationHash: 'new' })]));
    assert.deepEqual(changed, [second]);
    assert.ok(second?.kind === 'job' && second.translationHash === 'new' && second.job.translationHash === 'new');
  });

  it('changes both groups if a job gets another status, and the outermost rows only if there are others', () => {
    const nodes = new JobNodes();
    nodes.update(input([job('1'), job('2'), job('3', { status: 'pending' })]));
    allRows(nodes);
    const moved = nodes.update(input([job('1'), job('2', { status: 'pending' }), job('3', { status: 'pending' })]));
    assert.deepEqual(labels(moved), ['To Review', 'Being Translated']);
    const finished = input([job('1'), job('2', { status: 'pending' }), job('3', { status: 'approved' })]);
    assert.equal(nodes.update(finished), undefined);
    assert.deepEqual(labels(nodes.roots), ['To Review', 'Being Translated', 'Approved']);
  });

  it('makes no rows for groups that were never expanded', () => {
    const nodes = new JobNodes();
    nodes.update(input([job('1')]));
    const [group] = nodes.roots;
    assert.ok(group?.kind === 'group' && group.children === undefined);
    assert.deepEqual(nodes.update(input([job('1', { title: 'other' })])), []);
  });

  it('shows the jobs of other folders below one row at the end, collapsed', () => {
    const nodes = new JobNodes();
    const isOwn = ({ id }: TrackedJob): boolean => id === '1';
    nodes.update(input([job('1'), job('2'), job('3', { status: 'pending' })], { isOwn }));
    assert.deepEqual(labels(allRows(nodes)), [
      'To Review',
      'key1',
      'Other folders (2)',
      'To Review',
      'key2',
      'Being Translated',
      'key3',
    ]);
    const changed = nodes.update(input([job('1'), job('3', { status: 'pending' })], { isOwn }));
    assert.deepEqual(labels(changed), ['Other folders (1)']);
    assert.equal(nodes.update(input([job('1')], { isOwn })), undefined);
  });

  it('shows 500 jobs of a group at a time', () => {
    const nodes = new JobNodes();
    const jobs = Array.from({ length: 2 * pageSize + 20 }, (_, index) => job(String(index)));
    nodes.update(input(jobs));
    const [group] = nodes.roots;
    assert.ok(group !== undefined);
    const rows = (): readonly JobsNode[] => nodes.children(group);
    const more = (): JobsNode => rows().at(-1) ?? group;
    const first = rows()[0];
    assert.equal(rows().length, pageSize + 1);
    assert.match(plain(more().row.label), /500/u);
    const last = more();
    assert.ok(last.kind === 'more');
    assert.equal(nodes.showMore(last), group);
    assert.equal(rows()[0], first, 'rows that were shown stay');
    assert.equal(rows().length, 2 * pageSize + 1);
    assert.match(plain(more().row.label), /\b20\b/u);
    const rest = more();
    assert.ok(rest.kind === 'more');
    nodes.showMore(rest);
    assert.equal(rows().length, jobs.length);
    assert.ok(rows().every(({ kind }) => kind === 'job'));
    assert.deepEqual(nodes.update(input(jobs.map((one) => ({ ...one })))), [], 'an update keeps what is shown');
    assert.equal(rows().length, jobs.length);
  });

  it('gives every row an id of its own, in every grouping', () => {
    const jobs = [job('1'), job('2', { orderId: '9' }), job('3', { status: 'pending', targetLocale: 'fr' })];
    for (const grouping of ['status', 'order', 'file', 'locale'] as const) {
      const nodes = new JobNodes();
      nodes.update(input(jobs, { grouping, isOwn: ({ id }) => id !== '3' }));
      const ids = allRows(nodes).map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, grouping);
    }
  });

  it('updates the remaining time of a row when it shows another one', () => {
    const nodes = new JobNodes();
    const jobs = [job('1', { reviewUntil: 5 * day })];
    nodes.update(input(jobs));
    const [, row] = allRows(nodes);
    assert.deepEqual(nodes.update(input(jobs, { now: 60_000 })), []);
    assert.deepEqual(nodes.update(input(jobs, { now: day })), [row]);
  });

  it('gives commands the jobs of a group', () => {
    const nodes = new JobNodes();
    nodes.update(input([job('1', { translationHash: 'h' }), job('2')]));
    const [group] = nodes.roots;
    assert.ok(group?.kind === 'group');
    assert.deepEqual(group.jobs, [{ jobId: '1', translationHash: 'h' }, { jobId: '2' }]);
  });
});
