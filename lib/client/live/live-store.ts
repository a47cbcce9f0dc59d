import { leaveForSignIn } from "../session-end";
import type { EventStream } from "./event-stream";
import { type LiveEvent, RESET } from "./live-event";
import { openOwnStream } from "./own-stream";
import { openSharedStream } from "./shared-stream";

/** `connecting` is the short time after loading in which nothing is known yet. */
export type LiveStatus = "connecting" | "live" | "reconnecting" | "offline";

type EventListener = (event: LiveEvent) => void;

const URL_PATH = "/api/v1/events";
/** A connection may die unnoticed while the machine sleeps: after a pause this long it is made anew. */
const SLEPT_MS = 45_000;
const CHECK_MS = 5000;

const eventListeners = new Set<EventListener>();
const statusListeners = new Set<() => void>();
let connected: boolean | undefined;
let stream: EventStream | undefined;
let checks: number | undefined;
let checkedMs = 0;

/** Whether what the page shows is kept up to date right now. */
export function liveStatus(): LiveStatus {
  if (typeof navigator !== "undefined" && !navigator.onLine) return "offline";
  if (connected === undefined) return "connecting";
  return connected ? "live" : "reconnecting";
}

export function onLiveStatus(listener: () => void): () => void {
  statusListeners.add(listener);
  return () => statusListeners.delete(listener);
}

/** Hears events while subscribed; the first subscriber opens the connection, the last one closes it. */
export function onLiveEvent(listener: EventListener): () => void {
  eventListeners.add(listener);
  if (eventListeners.size === 1) start();
  return () => {
    eventListeners.delete(listener);
    if (eventListeners.size === 0) stop();
  };
}

/** Makes the page re-read, as if an event about everything had come: after something this tab did itself. */
export function requestRefresh(): void {
  emit(RESET);
}

function emit(event: LiveEvent): void {
  for (const listener of eventListeners) listener(event);
}

function setConnected(next: boolean): void {
  connected = next;
  for (const listener of statusListeners) listener();
}

function start(): void {
  const open = "locks" in navigator ? openSharedStream : openOwnStream;
  stream = open(URL_PATH, {
    onOpen() {
      setConnected(true);
      emit(RESET);
    },
    onDown: () => setConnected(false),
    onRefused: leaveForSignIn,
    onEvent: emit,
  });
  checkedMs = Date.now();
  checks = window.setInterval(check, CHECK_MS);
  window.addEventListener("online", goOnline);
  window.addEventListener("offline", goOffline);
}

function stop(): void {
  window.clearInterval(checks);
  window.removeEventListener("online", goOnline);
  window.removeEventListener("offline", goOffline);
  stream?.close();
  stream = undefined;
  connected = undefined;
}

function check(): void {
  const slept = Date.now() - checkedMs > SLEPT_MS && document.visibilityState === "visible";
  checkedMs = Date.now();
  if (slept) stream?.reconnect();
}

function goOnline(): void {
  setConnected(false);
  stream?.reconnect();
}

function goOffline(): void {
  setConnected(false);
}
