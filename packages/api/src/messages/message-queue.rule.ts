import { idsOf, isOneOf } from "@vestibule/catalogue/ids-of.ts";
import {
  type Channel,
  type NotificationId,
  notifications,
  type Priority,
  priorities,
} from "@vestibule/catalogue/notification.table.ts";

export interface MessageQueue {
  /** For example "email-code". */
  name: string;
  channel: Channel;
  notifications: readonly NotificationId[];
  concurrency: number;
  alarmSeconds: number;
}

/** One queue for each channel and priority that has a message. */
export const messageQueues: readonly MessageQueue[] = (["EMAIL", "SMS", "VOICE", "LETTER"] as const).flatMap(
  (channel) => (["code", "notice"] as const).flatMap((priority) => queueOf(channel, priority)),
);

function queueOf(channel: Channel, priority: Priority): MessageQueue[] {
  const ids = idsOf(notifications).filter(
    (id) => notifications[id].priority === priority && isOneOf<Channel>(notifications[id].channels, channel),
  );
  if (ids.length === 0) return [];
  return [
    {
      name: `${channel.toLowerCase()}-${priority}`,
      channel,
      notifications: ids,
      ...priorities[priority],
    },
  ];
}

export function findQueue(message: { channel: Channel; notification: NotificationId }): MessageQueue | undefined {
  return messageQueues.find(
    ({ channel, notifications: ids }) => channel === message.channel && ids.includes(message.notification),
  );
}
