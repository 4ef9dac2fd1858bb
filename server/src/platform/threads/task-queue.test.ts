import { expect, test } from "vitest";
import { TaskQueue, type TaskTraits } from "./task-queue.ts";

const limits = { running: 2, runningSimulations: 2, waitingPerWorkspace: 4, waiting: 32 };

/** A queue whose tasks are texts; the first letter of a task is its workspace. */
function queueOf(changed: Partial<typeof limits> = {}) {
  const queue = new TaskQueue<string>({ ...limits, ...changed });
  const workspaceOf = (task: string) => task.slice(0, 1);
  const add = (task: string, traits?: TaskTraits) => queue.add(workspaceOf(task), task, traits);
  const started: string[] = [];
  const start = () => {
    for (let task = queue.next(); task !== undefined; task = queue.next()) started.push(task);
  };
  return {
    queue,
    started,
    add: (...tasks: string[]) => {
      const answers = tasks.map((task) => {
        const answer = add(task);
        start();
        return answer;
      });
      return answers;
    },
    addBackground: (task: string) => add(task, { isBackground: true }),
    addSimulation: (task: string) => {
      const answer = add(task, { kind: "simulation" });
      start();
      return answer;
    },
    finish: (task: string) => {
      queue.finish(workspaceOf(task));
      start();
    },
  };
}

test("a workspace runs one task, and its next tasks wait for the end of it", () => {
  const { add, finish, started, queue } = queueOf();
  expect(add("a1", "a2", "b1")).toEqual(["admitted", "admitted", "admitted"]);
  expect(started).toEqual(["a1", "b1"]);
  expect([queue.running, queue.waiting]).toEqual([2, 1]);
  finish("a1");
  expect(started).toEqual(["a1", "b1", "a2"]);
});

test("workspaces take turns, so that one with many tasks delays others by one task", () => {
  const { add, finish, started } = queueOf({ running: 1 });
  add("a1", "a2", "a3", "b1", "c1", "b2");
  for (const task of ["a1", "b1", "c1", "a2", "b2", "a3"]) {
    expect(started.at(-1)).toBe(task);
    finish(task);
  }
});

test("a workspace that has just run waits for a workspace that came while it ran", () => {
  const { add, finish, started } = queueOf({ running: 1 });
  add("a1", "a2");
  add("b1");
  finish("a1");
  expect(started).toEqual(["a1", "b1"]);
});

test("the fifth waiting task of a workspace is refused, and other workspaces are not affected", () => {
  const { add } = queueOf();
  expect(add("a0", "a1", "a2", "a3", "a4").every((answer) => answer === "admitted")).toBe(true);
  expect(add("a5", "b0")).toEqual(["workspace_full", "admitted"]);
});

test("the process refuses tasks after 32 waiting ones, unless the task can run at once", () => {
  const { add, queue, started } = queueOf({ waiting: 2 });
  expect(add("a0", "a1", "b0", "c0", "d0")).toEqual([
    "admitted",
    "admitted",
    "admitted",
    "admitted",
    "process_full",
  ]);
  expect(queue.waiting).toBe(2);
  queue.finish("b");
  // A slot is free, and `d` has no running task.
  expect(queue.add("d", "d1")).toBe("admitted");
  expect(queue.next()).toBe("c0");
  expect(started).toEqual(["a0", "b0"]);
});

test("tasks of jobs wait without limits", () => {
  const { add, addBackground, queue } = queueOf({ waitingPerWorkspace: 1, waiting: 1 });
  add("a0", "a1");
  expect(add("a2")).toEqual(["workspace_full"]);
  expect([addBackground("a2"), addBackground("b0")]).toEqual(["admitted", "admitted"]);
  expect(queue.waiting).toBe(3);
});

test("a removed task does not run, and its place is free", () => {
  const { add, finish, queue, started } = queueOf({ waitingPerWorkspace: 1 });
  add("a0", "a1");
  expect([queue.remove("a", "a1"), queue.remove("a", "a1"), queue.remove("a", "a0")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(add("a2")).toEqual(["admitted"]);
  finish("a0");
  expect(started).toEqual(["a0", "a2"]);
});

test("simulations have their own limit for all workspaces, and do not delay other tasks", () => {
  const { add, addSimulation, finish, started, queue } = queueOf({ running: 4, runningSimulations: 2 });
  expect(["a1", "b1", "c1"].map(addSimulation)).toEqual(["admitted", "admitted", "admitted"]);
  expect(started).toEqual(["a1", "b1"]);
  // The workspace of a waiting simulation can still run another task, and the simulation then waits for its end.
  add("c2", "d1");
  expect([started.slice(2), queue.waiting]).toEqual([["c2", "d1"], 1]);
  finish("a1");
  expect(started.slice(4)).toEqual([]);
  finish("c2");
  expect(started.slice(4)).toEqual(["c1"]);
});

test("the fifth waiting simulation of a workspace is refused", () => {
  const { addSimulation } = queueOf();
  const answers = ["a0", "a1", "a2", "a3", "a4", "a5"].map(addSimulation);
  expect(answers).toEqual([...Array.from({ length: 5 }, () => "admitted"), "workspace_full"]);
});
