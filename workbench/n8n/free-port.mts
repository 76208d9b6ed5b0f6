import { createServer, type AddressInfo } from 'node:net';

/**
 * A TCP port on 127.0.0.1 that nothing listens on at this moment.
 * @param preferred taken where it is free; any other otherwise
 */
export async function freePort(preferred = 0): Promise<number> {
	const server = createServer();
	try {
		await new Promise<void>((resolve, reject) => {
			server.once('error', reject);
			server.listen(preferred, '127.0.0.1', resolve);
		});
	} catch (error) {
		if (preferred === 0) throw error;
		return await freePort();
	}
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
